"""Passages in many languages and scripts, three of each, with a question for each passage."""

PASSAGES: dict[str, tuple[tuple[str, str], ...]] = {
    "es": (
        (
            "El faro de Punta Lobos fue construido en 1904. Sus guardianes encendían la lámpara cada noche.",
            "¿Quién encendía las lámparas del faro?",
        ),
        (
            "La cosecha del té empieza en primavera. Las hojas jóvenes se secan al sol durante dos días.",
            "¿Cuándo empiezan las cosechas de té?",
        ),
        (
            "El reloj de la torre se detuvo durante la tormenta. Un relojero llamado Ramón Ibarra lo reparó.",
            "¿Qué relojero reparó el reloj?",
        ),
    ),
    "fr": (
        (
            "Le phare de la pointe fut construit en 1904. Ses gardiens allumaient la lampe chaque nuit.",
            "Qui allumait les lampes du phare ?",
        ),
        (
            "La récolte du thé commence au printemps. Les jeunes feuilles sèchent au soleil pendant deux jours.",
            "Quand commencent les récoltes de thé ?",
        ),
        (
            "L'horloge de la tour s'est arrêtée pendant l'orage. Un horloger nommé Louis Marchand l'a réparée.",
            "Quel horloger a réparé l'horloge ?",
        ),
    ),
    "de": (
        (
            "Der Leuchtturm an der Landspitze wurde 1904 gebaut. Die Wärter zündeten jede Nacht die Lampe an.",
            "Wer zündete die Lampen des Leuchtturms an?",
        ),
        (
            "Die Ernte des Tees beginnt im Frühling. Die jungen Blätter trocknen zwei Tage lang in der Sonne.",
            "Wann beginnen die Ernten von Tee?",
        ),
        (
            "Die Uhr des Turms blieb während des Sturms stehen. Ein Uhrmacher namens Ludwig Brand hat sie repariert.",
            "Welcher Uhrmacher hat die Uhren repariert?",
        ),
    ),
    "ru": (
        ("Маяк на мысе построили в 1904 году. Смотрители каждую ночь зажигали лампу.", "Кто зажигал лампы маяка?"),
        ("Сбор чая начинается весной. Молодые листья сушат на солнце два дня.", "Когда начинают сборы чая?"),
        (
            "Часы на башне остановились во время бури. Их починил часовщик Иван Соколов.",
            "Какой часовщик чинил часы на башнях?",
        ),
    ),
    "el": (
        (
            "Ο φάρος στο ακρωτήριο χτίστηκε το 1904. Οι φύλακες άναβαν τη λάμπα κάθε νύχτα.",
            "Ποιος άναβε τις λάμπες του φάρου;",
        ),
        (
            "Η συγκομιδή του τσαγιού αρχίζει την άνοιξη. Τα φύλλα στεγνώνουν στον ήλιο.",
            "Πότε αρχίζει η συγκομιδή τσαγιού;",
        ),
        ("Το ρολόι του πύργου σταμάτησε στην καταιγίδα. Το επισκεύασε ο Νίκος Παππάς.", "Ποιος επισκεύασε το ρολόι;"),
    ),
    "tr": (
        (
            "Burundaki deniz feneri 1904 yılında yapıldı. Bekçiler her gece lambayı yakardı.",
            "Deniz fenerinin lambasını kim yakardı?",
        ),
        ("Çay hasadı ilkbaharda başlar. Genç yapraklar iki gün güneşte kurutulur.", "Çay hasadı ne zaman başlar?"),
        ("Kuledeki saat fırtınada durdu. Saati İsmail Usta adında bir saatçi onardı.", "Saati hangi saatçi onardı?"),
    ),
    "vi": (
        ("Ngọn hải đăng được xây năm 1904. Người gác thắp đèn mỗi đêm.", "Ai thắp đèn của ngọn hải đăng?"),
        (
            "Mùa thu hoạch chè bắt đầu vào mùa xuân. Lá non được phơi nắng trong hai ngày.",
            "Mùa thu hoạch chè bắt đầu khi nào?",
        ),
        ("Đồng hồ trên tháp dừng lại trong cơn bão. Ông Trần Văn Lâm đã sửa nó.", "Ai đã sửa đồng hồ trên tháp?"),
    ),
    "ar": (
        ("بُنيت المنارة عند الرأس سنة 1904. كان الحراس يشعلون المصباح كل ليلة.", "من كان يشعل مصباح المنارة؟"),
        ("يبدأ حصاد الشاي في الربيع. تُجفف الأوراق في الشمس يومين.", "متى يبدأ حصاد الشاي؟"),
        ("توقفت ساعة البرج أثناء العاصفة. أصلحها ساعاتي اسمه سليم الحداد.", "من أصلح ساعة البرج؟"),
    ),
    "he": (
        ("המגדלור נבנה בשנת 1904. השומרים הדליקו את המנורה בכל לילה.", "מי הדליקו את המנורה?"),
        ("קטיף התה מתחיל באביב. העלים מתייבשים בשמש יומיים.", "מתי מתחיל קטיף התה?"),
        ("השעון נעצר בזמן הסערה. שען בשם יוסף לוי תיקן אותו.", "איזה שען תיקן את השעון?"),
    ),
    "hi": (
        ("दीपस्तंभ 1904 में बनाया गया था। पहरेदार हर रात दीपक जलाते थे।", "दीपस्तंभ के दीपक कौन जलाते थे?"),
        ("चाय की फसल वसंत में शुरू होती है। पत्तियाँ दो दिन धूप में सुखाई जाती हैं।", "चाय की फसल कब शुरू होती है?"),
        ("तूफान में मीनार की घड़ी रुक गई। मोहन वर्मा नामक घड़ीसाज़ ने उसे ठीक किया।", "मीनार की घड़ी किसने ठीक की?"),
    ),
    "th": (
        ("ประภาคารที่แหลมสร้างขึ้นในปี 1904 ผู้ดูแลจุดตะเกียงทุกคืน", "ใครจุดตะเกียงของประภาคาร"),
        ("การเก็บเกี่ยวใบชาเริ่มในฤดูใบไม้ผลิ ใบอ่อนถูกตากแดดสองวัน", "การเก็บเกี่ยวใบชาเริ่มเมื่อใด"),
        ("นาฬิกาบนหอคอยหยุดเดินระหว่างพายุ ช่างชื่อสมชายซ่อมมัน", "ใครซ่อมนาฬิกาบนหอคอย"),
    ),
    "zh": (
        ("海角的灯塔建于1904年。守塔人每天晚上点亮油灯。", "谁点亮灯塔的油灯？"),
        ("茶叶的采摘从春天开始。嫩叶要在太阳下晒两天。", "茶叶什么时候开始采摘？"),
        ("钟楼的大钟在暴风雨中停了。一位名叫李长河的钟匠修好了它。", "哪位钟匠修好了大钟？"),
    ),
    "ja": (
        ("岬の灯台は1904年に建てられた。灯台守は毎晩ランプをともした。", "灯台のランプをともしたのは誰ですか？"),
        ("お茶の収穫は春に始まる。若い葉は二日間日に干される。", "お茶の収穫はいつ始まりますか？"),
        ("塔の時計は嵐の間に止まった。村田という時計職人が修理した。", "時計を修理した職人は誰ですか？"),
    ),
    "ko": (
        ("곶에 있는 등대는 1904년에 세워졌다. 등대지기는 매일 밤 등불을 켰다.", "등대의 등불은 누가 켰습니까?"),
        ("찻잎 수확은 봄에 시작된다. 어린 잎은 이틀 동안 햇볕에 말린다.", "찻잎의 수확은 언제 시작됩니까?"),
        ("탑의 시계는 폭풍 중에 멈추었다. 김민수라는 시계공이 시계를 고쳤다.", "시계를 고친 시계공은 누구입니까?"),
    ),
    "en": (
        (
            "The lighthouse on the cape was built in 1904. Its keepers lit the lamp every night.",
            "Who lit the lamps of the lighthouse?",
        ),
        (
            "The tea harvest begins in spring. The young leaves are dried in the sun for two days.",
            "When do tea harvests begin?",
        ),
        (
            "The clock of the tower stopped during the storm. A clockmaker called Edwin Marsh repaired it.",
            "Which clockmaker repaired the clock?",
        ),
    ),
}
"""By ISO 639-1 code: passages of two sentences each, and questions."""
